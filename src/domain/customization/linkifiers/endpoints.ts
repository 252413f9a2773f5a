import * as v from 'valibot'
import { integer, list, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { administrators, anyUser } from '../../people/users/callers'
import { addLinkifier, changeLinkifier, forgetLinkifier, orderLinkifiers } from './actions'
import { linkifierShape } from './events'
import { linkifierErrors, linkifierNotFound, MOST_ALTERNATIVES, MOST_LINKIFIERS, orderErrors } from './rules'
import { knownLinkifiers } from './storage'

const words = {
  pattern: v.pipe(text(2000), v.trim()),
  url_template: v.pipe(text(2000), v.trim()),
  alternative_url_templates: optional(list(text(2000), MOST_ALTERNATIVES), []),
  example_input: optional(v.nullable(text(2000)), null),
  reverse_template: optional(v.nullable(text(2000)), null),
}

export const getLinkifiers = endpoint.decision({
  route: 'GET /realm/linkifiers',
  summary: 'The words that become links here, in the order in which they are looked for.',
  caller: anyUser,
  params: {},
  returns: { linkifiers: v.array(linkifierShape) },
  errors: [],
  decide: (realm) => ({ linkifiers: [...knownLinkifiers(realm)] }),
})

export const reorderLinkifiers = endpoint.decision({
  route: 'PATCH /realm/linkifiers',
  summary: 'Put the linkifiers in another order.',
  caller: administrators,
  params: { ordered_linkifier_ids: list(integer(), MOST_LINKIFIERS) },
  returns: {},
  errors: orderErrors,
  decide: (realm, _, { ordered_linkifier_ids }) => orderLinkifiers(realm, ordered_linkifier_ids),
})

export const createLinkifier = endpoint.decision({
  route: 'POST /realm/filters',
  summary: 'Let words of a certain form become links.',
  caller: administrators,
  params: words,
  returns: { id: v.number() },
  errors: linkifierErrors,
  decide: (realm, _, wanted) => ({ id: addLinkifier(realm, wanted) }),
})

export const updateLinkifier = endpoint.decision({
  route: 'PATCH /realm/filters/:filter_id',
  summary: 'Change which words become links, or where they lead. What was said before stays as it is.',
  caller: administrators,
  params: { filter_id: integer(), ...words },
  returns: {},
  errors: [linkifierNotFound, ...linkifierErrors],
  decide: (realm, _, { filter_id, ...wanted }) => changeLinkifier(realm, filter_id, wanted),
})

export const deleteLinkifier = endpoint.decision({
  route: 'DELETE /realm/filters/:filter_id',
  summary: 'Let words of a certain form be words again. What was said before stays as it is.',
  caller: administrators,
  params: { filter_id: integer() },
  returns: {},
  errors: [linkifierNotFound],
  decide: (realm, _, { filter_id }) => forgetLinkifier(realm, filter_id),
})
