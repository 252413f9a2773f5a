import * as v from 'valibot'
import { integer, list, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { administrators, anyUser } from '../../people/users/callers'
import { addLinkifier, changeLinkifier, removeLinkifier, reorderLinkifiers } from './actions'
import { linkifierShape } from './events'
import { MAX_ALTERNATIVES, linkifierErrors, linkifierNotFound, MAX_LINKIFIERS, orderErrors } from './rules'
import { allLinkifiers } from './storage'

const linkifierParams = {
  pattern: v.pipe(text(2000), v.trim()),
  url_template: v.pipe(text(2000), v.trim()),
  alternative_url_templates: optional(list(text(2000), MAX_ALTERNATIVES)),
  example_input: optional(v.nullable(text(2000))),
  reverse_template: optional(v.nullable(text(2000))),
}

export const getLinkifiers = endpoint.decision({
  route: 'GET /realm/linkifiers',
  summary: 'Get the linkifiers of the organization, in the order in which they apply.',
  caller: anyUser,
  params: {},
  returns: { linkifiers: v.array(linkifierShape) },
  errors: [],
  decide: (realm) => ({ linkifiers: [...allLinkifiers(realm)] }),
})

export const changeLinkifierOrder = endpoint.decision({
  route: 'PATCH /realm/linkifiers',
  summary: 'Change the order in which linkifiers apply.',
  caller: administrators,
  params: { ordered_linkifier_ids: list(integer(), MAX_LINKIFIERS) },
  returns: {},
  errors: orderErrors,
  decide: (realm, _, { ordered_linkifier_ids }) => reorderLinkifiers(realm, ordered_linkifier_ids),
})

export const createLinkifier = endpoint.decision({
  route: 'POST /realm/filters',
  summary: 'Add a linkifier, which makes text that matches a pattern a link.',
  caller: administrators,
  params: linkifierParams,
  returns: { id: v.number() },
  errors: linkifierErrors,
  decide: (realm, _, fields) => ({ id: addLinkifier(realm, fields) }),
})

export const updateLinkifier = endpoint.decision({
  route: 'PATCH /realm/filters/:filter_id',
  summary:
    'Change a linkifier. Messages that were sent before do not change. An optional field that is absent stays; an empty one is cleared.',
  caller: administrators,
  params: { filter_id: integer(), ...linkifierParams },
  returns: {},
  errors: [linkifierNotFound, ...linkifierErrors],
  decide: (realm, _, { filter_id, ...fields }) => changeLinkifier(realm, filter_id, fields),
})

export const deleteLinkifier = endpoint.decision({
  route: 'DELETE /realm/filters/:filter_id',
  summary: 'Remove a linkifier. Messages that were sent before do not change.',
  caller: administrators,
  params: { filter_id: integer() },
  returns: {},
  errors: [linkifierNotFound],
  decide: (realm, _, { filter_id }) => removeLinkifier(realm, filter_id),
})
