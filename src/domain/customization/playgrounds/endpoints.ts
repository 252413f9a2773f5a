import * as v from 'valibot'
import { integer, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { administrators } from '../../people/users/callers'
import { addPlayground, removePlayground } from './actions'
import { invalidPlayground, playgroundErrors } from './rules'

const trimmed = () => v.pipe(text(2000), v.trim())

export const createPlayground = endpoint.decision({
  route: 'POST /realm/playgrounds',
  summary: 'Add a code playground: a web site that runs code of a language.',
  caller: administrators,
  params: { name: trimmed(), pygments_language: trimmed(), url_template: trimmed() },
  returns: { id: v.number() },
  errors: playgroundErrors,
  decide: (realm, _, fields) => ({ id: addPlayground(realm, fields) }),
})

export const deletePlayground = endpoint.decision({
  route: 'DELETE /realm/playgrounds/:playground_id',
  summary: 'Remove a code playground.',
  caller: administrators,
  params: { playground_id: integer() },
  returns: {},
  errors: [invalidPlayground],
  decide: (realm, _, { playground_id }) => removePlayground(realm, playground_id),
})
