import * as v from 'valibot'
import { list, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { requireKeeping } from '../../messages/replica/require-keeping'
import { keepingIsOff } from '../../messages/replica/rules'
import { humans } from '../../people/users/callers'
import { unreadablePaths } from './access'

const MAX_FILES = 100

export const checkKeptFiles = endpoint.decision({
  route: 'POST /parley/replica/files',
  summary: 'Find out which of the files that a client keeps the user can no longer read.',
  note: `\`path_ids\` are up to ${MAX_FILES} paths of files, without \`/user_uploads/\`. A client deletes those of \`unreadable\`. A file that is in thousands of messages of others may be among them.`,
  caller: humans,
  params: { path_ids: list(shortText(), MAX_FILES) },
  returns: { unreadable: v.array(v.string()) },
  errors: [keepingIsOff],
  decide: (realm, actor, { path_ids }) => {
    requireKeeping(realm)
    return { unreadable: unreadablePaths(realm, actor, path_ids) }
  },
})
