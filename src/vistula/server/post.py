"""Letters: e-mail through the server that the operator has named, if there is one."""

from __future__ import annotations

import importlib.util
import os
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from vistula.kernel.errors import BadInput, VistulaError

ENVIRONMENT = "VISTULA_SMTP"
FORM = "expected a form like smtp://user:password@mail.example:587?from=table@mail.example, or smtps:// for port 465"
PATIENCE = 20.0
"""Seconds that the mail server may take."""


class NotSent(VistulaError):
    """The mail server did not take a letter."""


class Way(msgspec.Struct, frozen=True):
    """How to reach a mail server, and as whom."""

    host: str
    port: int
    tls: bool  # from the first byte; otherwise as soon as the server offers it
    user: str
    password: str
    sender: str


def way(url: str) -> Way | None:
    """What the operator has said; None where nothing was."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadInput("--smtp", "", FORM) from None
    host = parts.hostname
    if parts.scheme not in ("smtp", "smtps") or not host:
        raise BadInput("--smtp", "", FORM)
    if importlib.util.find_spec("aiosmtplib") is None:
        raise BadInput("--smtp", "", "needs the package aiosmtplib; install vistula[server]")
    tls = parts.scheme == "smtps"
    sender = parse_qs(parts.query).get("from", [f"vistula@{host}"])[0]
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Way(host, port or (465 if tls else 587 if user else 25), tls, user, password, sender)


def given(url: str) -> str:
    """The argument, or what stands in the environment: passwords are better kept there."""
    return url or os.environ.get(ENVIRONMENT, "")


class Post:
    """Sends letters, one recipient each."""

    def __init__(self, url: str) -> None:
        self._way = way(url)

    @property
    def possible(self) -> bool:
        return self._way is not None

    async def send(self, to: str, subject: str, text: str, headers: dict[str, str] | None = None) -> None:
        """Returns when the mail server has taken the letter; NotSent if it has not."""
        if self._way is None:
            raise NotSent("this server sends no e-mail")
        import aiosmtplib  # here, so that a server that sends nothing starts without it

        letter = self._letter(to, subject, text, headers or {}, self._way.sender)
        try:
            await aiosmtplib.send(
                letter,
                hostname=self._way.host,
                port=self._way.port,
                use_tls=self._way.tls,
                username=self._way.user or None,
                password=self._way.password or None,
                timeout=PATIENCE,
            )
        except (aiosmtplib.SMTPException, OSError) as error:
            raise NotSent(f"the mail server did not take it ({type(error).__name__})") from None

    @staticmethod
    def _letter(to: str, subject: str, text: str, headers: dict[str, str], sender: str) -> EmailMessage:
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = sender, to, subject
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            del letter[name]  # one of a kind, such as Message-ID
            letter[name] = value
        letter.set_content(text)
        return letter
