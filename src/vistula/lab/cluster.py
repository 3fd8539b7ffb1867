"""Workers on a Ray cluster: the same games, the same rows, more machines (extra `lab-ray`).

Vistula must be installed on every node. A data pack must lie at the same path everywhere.
"""

from __future__ import annotations

from typing import Any

from vistula.kernel.errors import BadInput
from vistula.lab.runner import Answer, Batch, Field, play_batch

LOCAL = "local"


def join(address: str, jobs: int | None) -> tuple[Any, int]:
    """Ray, connected, and how many games it can play at once. `local` starts one on this machine."""
    try:
        import ray
    except ImportError:
        raise BadInput("--ray", address, "Ray is not installed; pip install 'vistula[lab-ray]'") from None
    try:
        if address == LOCAL:
            ray.init(num_cpus=jobs, include_dashboard=False, log_to_driver=False)
        else:
            ray.init(address=address, log_to_driver=False)
    except Exception as error:
        raise BadInput("--ray", address, f"no cluster answers there ({' '.join(str(error).split())})") from None
    return ray, jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))


class Cluster:
    """Batches as Ray tasks."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._play = ray.remote(max_retries=0)(play_batch)
        self._out: set[Any] = set()
        self.lost: tuple[type[BaseException], ...] = (ray.exceptions.RayError,)

    def submit(self, field: Field, batch: Batch) -> Answer:
        task = self._play.remote(field, batch)
        self._out.add(task)
        answer: Answer = task.future()
        answer.add_done_callback(lambda _: self._out.discard(task))
        return answer

    def stop(self) -> None:
        """A cluster's workers do not hear that they should end after their game: what is under way is given up."""
        self.abandon()

    def abandon(self) -> None:
        for task in list(self._out):
            self._ray.cancel(task, force=True)

    def close(self) -> None:
        self._out.clear()
