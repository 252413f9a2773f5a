import type { OutboxRow } from '../../src/store/outbox-row'
import type { ListeningRealm } from '../../src/listening-realm'

/** Returns the rows that wait for D1, the oldest first, and the database that each of them waits for. */
export const waitingRows = ({ sql, outbox }: ListeningRealm): { seq: number; place: string }[] =>
  sql.all<OutboxRow>`SELECT seq, target, key, version, body FROM outbox ORDER BY seq`.map((row) => ({
    seq: row.seq,
    place: outbox.stores.placeOf(row),
  }))
