import { createHmac } from 'node:crypto'
import { sameSecret } from '../../../api/callers'
import type { Realm } from '../../../realm'
import { fileSecret } from '../../realm/files/storage'
import { realmRow } from '../../realm/settings/storage'
import type { Attachment } from './attachment'
import { invalidFilename, invalidToken } from './rules'
import { findAttachment } from './storage'

const VALID_SECONDS = 60

/** Returns a URL that serves a file without credentials for a minute: for media players and viewers that cannot log in. */
export function temporaryUrl(realm: Realm, { id, path_id }: Attachment): string {
  const grant = `${id}.${realm.now() + VALID_SECONDS}`
  return `/user_uploads/temporary/${grant}.${sign(realm, grant)}/${encodeURIComponent(fileNameOf(path_id))}`
}

/** Returns the file of a temporary URL. Throws if the URL is expired or forged, or if the file name is another one. */
export function getFileOfTemporaryUrl(realm: Realm, token: string, filename: string): Attachment {
  const [, grant = '', id = '', expires_at = '', signature = ''] =
    /^((\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  if (!sameSecret(signature, sign(realm, grant)) || Number(expires_at) < realm.now()) throw invalidToken({})
  const file = findAttachment(realm.sql, Number(id))
  if (file === undefined || realmRow(realm).is_deactivated) throw invalidToken({})
  if (fileNameOf(file.path_id) !== filename) throw invalidFilename({})
  return file
}

const sign = (realm: Realm, grant: string): string =>
  createHmac('sha256', fileSecret(realm)).update(grant).digest('base64url')

const fileNameOf = (path_id: string): string => path_id.slice(path_id.lastIndexOf('/') + 1)
