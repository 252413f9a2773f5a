import { randomBytes } from 'node:crypto'
import { importCopy } from '../../conversion/import-copy.ts'
import { readMarker, rowsOf } from '../../conversion/parts.ts'
import type { Show } from '../../conversion/storage.ts'
import { askAt, askWithSecret, type Ask } from '../api-client.ts'
import { exportCopy } from '../copies/export-copy.ts'
import { copyServer, importServer } from '../copies/server.ts'
import { DEFAULT_REALM, DEVELOPMENT_SECRET } from '../dev-server.ts'
import { FolderStorage } from '../import/folder-storage.ts'
import { Failure } from '../parley/failure.ts'
import { openWorker } from '../releases/worker.ts'

/** A server on this machine, with one realm, which was filled from a copy. */
export type OwnServer = {
  ask: Ask
  /** Sends requests as the owner whom the rehearsal made. */
  askAsOwner: Ask
  /** Writes a copy of its realm into a folder. */
  copyTo(folder: string): Promise<unknown>
  close(): Promise<void>
}

/** Where the built Worker and the data are, and whose key the requests of an owner have. */
type Place = { worker: string; state: string; report: Show; owner?: Owner }
type Owner = { email: string; api_key: string }

/** Who owns the realm if the copy has no owner, as copies of other chat servers. */
const OPERATOR = 'operator@rehearsal.invalid'
const OWNER_ROLE = 100

type User = { delivery_email: string; role: number; is_active: number; is_bot: number }

/** Returns the address of an owner in the copy. The account is theirs again, so the realm has no account that the copy lacks. */
async function ownerIn(storage: FolderStorage): Promise<string> {
  const { lists } = await readMarker(storage)
  const files = lists['tables/users']?.files.map(({ name }) => name) ?? []
  for await (const user of rowsOf<User>(storage, { files }))
    if (user.role === OWNER_ROLE && user.is_active && !user.is_bot && user.delivery_email) return user.delivery_email
  return OPERATOR
}

/** Starts a server on what the folder has. */
export async function openServer({ worker, state, report, owner }: Place): Promise<OwnServer> {
  const { url, close } = await openWorker({ folder: worker, state })
  const ask = askWithSecret(url, DEVELOPMENT_SECRET)
  const server = copyServer(url, DEVELOPMENT_SECRET)
  return {
    ask,
    askAsOwner: askAt(url, owner),
    copyTo: (folder) => exportCopy({ ask, ...server, folder, report }),
    close,
  }
}

/** Creates a realm in an empty folder, and fills it from a copy. Returns its owner. */
export async function fillFrom(copy: string, { worker, state, report }: Place): Promise<Owner> {
  const { url, close } = await openWorker({ folder: worker, state })
  try {
    const ask = askWithSecret(url, DEVELOPMENT_SECRET)
    const storage = new FolderStorage(copy)
    const username = await ownerIn(storage)
    const password = randomBytes(12).toString('base64url')
    await ask('POST /realms', {
      name: DEFAULT_REALM,
      owner_email: username,
      owner_full_name: 'Operator of the rehearsal',
      owner_password: password,
      first_channels: false,
    })
    const { refused } = await importCopy({
      server: importServer(ask, true, copyServer(url, DEVELOPMENT_SECRET)),
      storage,
      place: 'rehearsal',
      report,
    })
    const [first] = refused
    if (first)
      throw new Failure(
        `The realm refused ${refused.length} rows, such as ${first.file}, line ${first.line}: ${first.reason}`,
      )
    // An import takes all keys away, and the owners keep their passwords.
    return await askAt(url)<Owner>('POST /fetch_api_key', { username, password })
  } finally {
    await close()
  }
}
