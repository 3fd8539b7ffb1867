"""Times of day in somebody's zone: quiet hours, and the hour of the daily digest. Moments are seconds since 1970."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from vistula.server.wire import CallSettings


def _local(settings: CallSettings, now: float) -> datetime:
    return datetime.fromtimestamp(now, ZoneInfo(settings.zone))


def _at(day: datetime, time: str) -> datetime:
    """That time of day. Where clocks are put on over it, so much later; where they are put back, the first time."""
    hour, minute = map(int, time.split(":"))
    return day.replace(hour=hour, minute=minute, second=0, microsecond=0, fold=0)


def awake(settings: CallSettings, now: float) -> float:
    """When somebody may be called: now, or at the end of the quiet hours that it is in."""
    if not settings.quiet_from:
        return now
    local = _local(settings, now)
    time = local.strftime("%H:%M")
    begins, ends = settings.quiet_from, settings.quiet_to
    if not (begins <= time < ends if begins < ends else time >= begins or time < ends):
        return now
    end = _at(local if time < ends else local + timedelta(days=1), ends)
    if end.timestamp() <= now:  # that time of day comes twice, and this is between the two
        end = end.replace(fold=1)
    return end.timestamp()


def next_digest(settings: CallSettings, now: float) -> float:
    """The next time after now that the digest is sent at."""
    local = _local(settings, now)
    today = _at(local, settings.daily_at).timestamp()
    return today if today > now else _at(local + timedelta(days=1), settings.daily_at).timestamp()


def date(settings: CallSettings, moment: float) -> str:
    return _local(settings, moment).date().isoformat()
