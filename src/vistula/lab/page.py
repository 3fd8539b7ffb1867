"""A page that stands alone: one HTML file with its style and pictures in it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

_STYLE = """
:root{--ink:#2b2723;--faint:#77716a;--line:#e2dccf;--paper:#fbf8f1;--card:#fff;--accent:#8c2f1b}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:1180px;margin:0 auto;padding:28px 24px 80px}
h1,h2,h3{font-family:Georgia,"Times New Roman",serif;line-height:1.2;margin:0}
h1{font-size:32px}h2{font-size:23px;margin:44px 0 6px;padding-top:14px;border-top:2px solid var(--line)}
h3{font-size:16px;margin:0 0 6px}h1,h2{overflow-wrap:anywhere}
p{margin:6px 0 12px;max-width:78ch}.faint,figcaption{color:var(--faint);font-size:13px}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:10px;margin:18px 0 0}
.facts div{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:9px 13px}
.facts b{display:block;font-size:19px}.facts span{color:var(--faint);font-size:12.5px}
.pair{display:grid;align-items:start;grid-template-columns:repeat(auto-fit,minmax(min(480px,100%),1fr));gap:16px}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:14px;overflow-x:auto}
figcaption{margin-top:6px}
svg.plot{display:block;max-width:100%;height:auto;font-family:inherit}
table{border-collapse:collapse;font-size:13.5px;width:100%;background:var(--card)}
th,td{text-align:left;padding:4px 9px;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--faint);position:sticky;top:0;background:var(--card)}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tr.suspect td{background:#fdeee7}td .bar{display:inline-block;height:9px;border-radius:2px;background:#b9a98c}
.maps{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(340px,100%),1fr));gap:14px}
.map{position:relative;width:100%;overflow:hidden;border-radius:4px}
.ground{position:absolute;inset:0;background-size:100% 100%;
filter:saturate(.3) contrast(.8) brightness(1.1);opacity:.65}
.map svg{position:absolute;inset:0;width:100%;height:100%}
.heat{display:inline-flex;align-items:center;gap:5px;margin-right:14px;font-size:13px;color:var(--faint)}
.heat i{width:22px;height:9px;border-radius:3px;display:inline-block}
.wide{overflow-x:auto}.tall{max-height:560px;overflow:auto;border:1px solid var(--line);border-radius:8px}
code{font:12.5px ui-monospace,Menlo,Consolas,monospace;background:#f1ecdf;padding:1px 4px;border-radius:3px;
overflow-wrap:anywhere}
.warn{color:var(--accent);font-weight:600}
@media(max-width:600px){main{padding:20px 12px 60px}figure{padding:10px}h1{font-size:26px}table{min-width:560px}}
"""


def page(title: str, body: Sequence[str], style: str = "") -> str:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    parts = "\n".join(part for part in body if part)
    above = f'<!doctype html>\n<html lang="en"><head>{head}<style>{_STYLE}{style}</style></head>'
    return f"{above}<body><main>\n{parts}\n</main></body></html>\n"


def section(heading: str, *parts: str) -> str:
    body = "".join(parts)
    return f"<h2>{escape(heading)}</h2>{body}" if body else ""


def figure(drawing: str, caption: str = "", heading: str = "") -> str:
    above = f"<h3>{escape(heading)}</h3>" if heading else ""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{above}{drawing}{below}</figure>"


def pair(*figures: str) -> str:
    return f'<div class="pair">{"".join(figures)}</div>'


def facts(given: dict[str, str]) -> str:
    cells = "".join(f"<div><b>{escape(value)}</b><span>{escape(name)}</span></div>" for name, value in given.items())
    return f'<div class="facts">{cells}</div>'


def paragraph(words: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(words)}</p>' if kind else f"<p>{escape(words)}</p>"


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], marks: Sequence[str] = (), numbers: str = "", tall: bool = False
) -> str:
    """A table in a box of its own, in which it scrolls where it is too wide, and if `tall`, too high.

    `numbers` has an n for each column of numbers; `marks` a class for each row; `<` begins raw HTML.
    """
    numbers = numbers.ljust(len(head))
    kinds = [' class="n"' if kind == "n" else "" for kind in numbers]
    above = "".join(f"<th{kind}>{escape(cell)}</th>" for kind, cell in zip(kinds, head, strict=True))
    lines = []
    for i, row in enumerate(rows):
        mark = f' class="{marks[i]}"' if i < len(marks) and marks[i] else ""
        lines.append(f"<tr{mark}>{''.join(_cell(k, c) for k, c in zip(kinds, row, strict=True))}</tr>")
    body = f"<table><thead><tr>{above}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    return f'<div class="{"tall" if tall else "wide"}">{body}</div>'


def _cell(kind: str, words: str) -> str:
    return f"<td{kind}>{words if words.startswith('<') else escape(words)}</td>"
