import * as v from 'valibot'
import { integer, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { administrators } from '../../people/users/callers'
import { addPlayground, forgetPlayground } from './actions'
import { invalidPlayground, playgroundErrors } from './rules'

const trimmed = () => v.pipe(text(2000), v.trim())

export const createPlayground = endpoint.decision({
  route: 'POST /realm/playgrounds',
  summary: 'Say where code of a language can be tried out.',
  caller: administrators,
  params: { name: trimmed(), pygments_language: trimmed(), url_template: trimmed() },
  returns: { id: v.number() },
  errors: playgroundErrors,
  decide: (realm, _, words) => ({ id: addPlayground(realm, words) }),
})

export const deletePlayground = endpoint.decision({
  route: 'DELETE /realm/playgrounds/:playground_id',
  summary: 'Remove a playground.',
  caller: administrators,
  params: { playground_id: integer() },
  returns: {},
  errors: [invalidPlayground],
  decide: (realm, _, { playground_id }) => forgetPlayground(realm, playground_id),
})
