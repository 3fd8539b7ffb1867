from vistula.kernel.views import Refusal
def why_not(seat, kind, arg): return None
def refuse(seat, action): return None
