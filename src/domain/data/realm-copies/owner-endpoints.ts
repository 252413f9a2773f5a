import * as v from 'valibot'
import { hashApiKey, isImportKey } from '../../../api/callers'
import { naturalNumber, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { owners } from '../../people/users/callers'
import { beginImport } from './begin-import'
import { anotherImport, invalidImportKey, realmHasMessages } from './import-rules'
import { findImport, hasMessagesOfUsers } from './import-storage'

export const getOwnImport = endpoint.decision({
  route: 'GET /parley/import',
  summary: 'Get whether an owner can fill this organization from an export of another server.',
  caller: owners,
  params: {},
  returns: {
    /** Users have sent messages, so the ids of older ones would not be in order. */
    has_messages: v.boolean(),
    /** It was filled before. */
    was_filled: v.boolean(),
  },
  errors: [],
  decide: ({ sql }) => ({ has_messages: hasMessagesOfUsers(sql), was_filled: findImport(sql) !== undefined }),
})

export const postOwnImport = endpoint.decision({
  route: 'POST /parley/import',
  summary:
    'Begin to fill this organization. Everything in it is replaced, and it is closed until the import is finished.',
  note: 'Its sessions and API keys end. `key` is the credential of `POST /parley/copy/…`, as `Authorization: Bearer KEY`: the client makes it.',
  caller: owners,
  params: { copy_id: shortText(), last_event_id: naturalNumber(), key: shortText() },
  returns: {},
  errors: [anotherImport, realmHasMessages, invalidImportKey],
  prepare: (_, { key }) => {
    if (!isImportKey(key)) throw invalidImportKey({})
    return { key: '', key_hash: hashApiKey(key) }
  },
  decide: (realm, _, { copy_id, last_event_id, key_hash }) =>
    beginImport(realm, { copy_id, last_event_id, keeps_owners: false, key_hash }),
})
