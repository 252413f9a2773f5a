import { createHmac } from 'node:crypto'
import { sameSecret } from '../../../api/callers'
import type { Realm } from '../../../realm'
import { fileSecret } from '../../realm/files/storage'
import { realmRow } from '../../realm/settings/storage'
import type { Attachment } from './attachment'
import { invalidFilename, invalidToken } from './rules'
import { maybeAttachment } from './storage'

const VALID_SECONDS = 60

/** An address that opens one file to whoever has it, for a minute: for players and viewers that cannot log in. */
export function temporaryLink(realm: Realm, { id, path_id }: Attachment): string {
  const said = `${id}.${realm.now() + VALID_SECONDS}`
  return `/user_uploads/temporary/${said}.${signature(realm, said)}/${encodeURIComponent(lastOf(path_id))}`
}

export function fileLinked(realm: Realm, token: string, filename: string): Attachment {
  const [, said = '', id = '', until = '', signed = ''] = /^((\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  if (!sameSecret(signed, signature(realm, said)) || Number(until) < realm.now()) throw invalidToken({})
  const file = maybeAttachment(realm, Number(id))
  if (file === undefined || realmRow(realm).is_deactivated) throw invalidToken({})
  if (lastOf(file.path_id) !== filename) throw invalidFilename({})
  return file
}

const signature = (realm: Realm, said: string): string =>
  createHmac('sha256', fileSecret(realm)).update(said).digest('base64url')

const lastOf = (path_id: string): string => path_id.slice(path_id.lastIndexOf('/') + 1)
