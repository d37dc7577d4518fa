# Sourced by the other scripts: the local virtual environment, made when it is missing or its requirements changed.
# GOUJI_PYTHON names the interpreter it is made with (default: the newest of python3.13, 3.12, 3.11, python3 that works).

find_python() {
    local candidate
    for candidate in ${GOUJI_PYTHON:-python3.13 python3.12 python3.11 python3}; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$candidate"
            return 0
        fi
    done
    echo "gouji-sim needs Python 3.11 or newer; none was found on the PATH (set GOUJI_PYTHON to name one)" >&2
    return 2
}

# prepare_environment DIR [EXTRA…]: DIR/bin/python runs the package as it stands in this checkout, with the named extras.
prepare_environment() {
    local dir=$1 python stamp extra extras wanted have
    shift
    if [ ! -x "$dir/bin/python" ]; then
        python=$(find_python) || return
        echo "Making a virtual environment in $dir with $("$python" --version)" >&2
        "$python" -m venv "$dir"
    fi
    stamp="$PWD $(cat pyproject.toml setup.py gouji_sim/core/*.pyx gouji_sim/core/*.pxd | cksum)"
    have=$(cat "$dir/gouji-extras" 2>/dev/null || true)
    wanted=$have
    for extra in "$@"; do
        case " $wanted " in *" $extra "*) ;; *) wanted="$wanted $extra" ;; esac
    done
    if [ "$(cat "$dir/gouji-stamp" 2>/dev/null)" != "$stamp" ] || [ "$wanted" != "$have" ]; then
        echo "Building gouji_sim and installing what it needs" >&2
        wanted=$(echo $wanted)
        extras=${wanted:+[${wanted// /,}]}
        "$dir/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade "pip>=24" >&2
        "$dir/bin/python" -m pip install --quiet --disable-pip-version-check --editable ".$extras" >&2
        echo "$wanted" >"$dir/gouji-extras"
        echo "$stamp" >"$dir/gouji-stamp"
    fi
}
