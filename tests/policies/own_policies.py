"""Policies in Python for the tests, right and wrong."""

from __future__ import annotations


class Lowest:
    """Leads its lowest cards, passes when it may, else the first action."""

    def choose(self, view):
        if "pass" in view.actions:
            return "pass"
        return int(view.candidates[:, 0].argmin())


class Chance:
    def choose(self, view):
        return view.actions[view.rng().integers(view.n_actions)]


class Cheat:
    def choose(self, view):
        return "WWWW" if view.phase == "lead" else view.actions[0]


class Broken:
    def choose(self, view):
        return view.actions[0] if view.phase != "lead" else view.no_such_field


class Mute:
    def choose(self, view):
        return None


class Beyond:
    def choose(self, view):
        return view.n_actions


class Demanding:
    def __init__(self, weight):
        self.weight = weight


class Silent:
    pass


ready = Chance()
