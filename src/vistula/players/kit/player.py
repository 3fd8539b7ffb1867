"""The kit at the table: an officer who plans by the title's brief. In trials and in the lab only."""

from __future__ import annotations

from typing import Any

from vistula.kernel.seat import Seat
from vistula.players.appraisal import Appraiser
from vistula.players.captain import Captain
from vistula.players.greedy import Greedy, Recruit
from vistula.players.kit.officer import Officer


class KitOfficer(Greedy):
    """Judges by the kit in place of the title's own officer."""

    def appraiser(self, seat: Seat[Any]) -> Appraiser:
        found = self._appraisers.get(seat.title.id)
        if found is None:
            found = self._appraisers[seat.title.id] = Officer(seat.title.brief())
        return found


class KitRecruit(KitOfficer, Recruit):
    """Any good answer is as likely as another, as the kit sees it."""


class KitCaptain(Captain):
    """Compares the kit's approaches."""

    def anew(self, seat: Seat[Any]) -> Appraiser:
        return Officer(seat.title.brief())
