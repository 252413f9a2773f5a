import * as v from 'valibot'
import { integer, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { administrators } from '../../people/users/callers'
import { addPlayground, changePlayground, removePlayground } from './actions'
import { invalidPlayground, playgroundErrors } from './rules'

const trimmed = () => v.pipe(text(2000), v.trim())

const playgroundParams = { name: trimmed(), pygments_language: trimmed(), url_template: trimmed() }

export const createPlayground = endpoint.decision({
  route: 'POST /realm/playgrounds',
  summary: 'Add a code playground: a web site that runs code of a language.',
  caller: administrators,
  params: playgroundParams,
  returns: { id: v.number() },
  errors: playgroundErrors,
  decide: (realm, _, fields) => ({ id: addPlayground(realm, fields) }),
})

export const updatePlayground = endpoint.decision({
  route: 'PATCH /parley/playgrounds/:playground_id',
  summary: 'Change a code playground.',
  caller: administrators,
  params: { playground_id: integer(), ...playgroundParams },
  returns: {},
  errors: [invalidPlayground, ...playgroundErrors],
  decide: (realm, _, { playground_id, ...fields }) => changePlayground(realm, playground_id, fields),
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
