import { eraseKeptFiles } from './kept-files'
import { replicaPlace } from './places'

/** Deletes the replica, and the files of its messages. Two tabs may do it at once, and the second one finds nothing. */
export function eraseKept(client: string): void {
  void eraseKeptFiles().catch(() => {})
  void replicaPlace(client)
    .erase()
    .catch(() => {})
}
