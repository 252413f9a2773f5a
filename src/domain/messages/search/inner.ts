import * as v from 'valibot'
import { boolean, integer, oneOf } from '../../../api/params'
import { endpoint } from '../../../edge'
import { fetchThese } from '../pages/fetch'
import { handOver } from '../pages/hand-over'
import { term } from '../narrows/term'
import { theEdge } from '../../people/users/callers'
import { readerWithId } from '../../people/users/spectator'
import { freshlyFound, listed, sifted, waysToFind } from './realm'

/** What the edge asks of the realm while it searches for somebody. */

const whose = { user_id: integer(), narrow: v.array(term) }
const asked = { ...whose, unread_only: boolean() }
const word = v.object({ token: v.string(), isStretch: boolean() })
const query = v.object({ wanted: v.array(word), phrases: v.array(v.string()) })
const search = v.object({ wanted: v.array(query), unwanted: v.array(query) })
const beyond = { direction: oneOf(['before', 'after']), bound: integer() }

export const beginSearch = endpoint({
  route: 'INNER /search/begin',
  summary: 'In which ways a message may be what is searched for, and what fits that D1 does not know yet.',
  caller: theEdge,
  params: { ...asked, ...beyond, search },
  returns: {},
  returnsMore: true,
  errors: [],
  decide: (realm, _, params) => ({
    ways: waysToFind(realm, params.search),
    fresh: freshlyFound(realm, params, params.search, params),
  }),
})

export const listForSearch = endpoint({
  route: 'INNER /search/list',
  summary: 'Messages of a narrow in order, to be looked through.',
  caller: theEdge,
  params: { ...asked, ...beyond, in_topic: v.array(word), most: integer() },
  returns: {},
  returnsMore: true,
  errors: [],
  decide: (realm, _, params) => listed(realm, params, params.in_topic, params),
})

export const siftForSearch = endpoint({
  route: 'INNER /search/sift',
  summary: 'Those of these messages that are in a narrow.',
  caller: theEdge,
  params: { ...asked, in_topic: v.array(word), ids: v.array(integer()) },
  returns: {},
  returnsMore: true,
  errors: [],
  decide: (realm, _, params) => sifted(realm, params, params.in_topic, params.ids),
})

export const showFound = endpoint({
  route: 'INNER /search/show',
  summary: 'Messages that were found, as their reader has them.',
  caller: theEdge,
  params: { ...whose, ids: v.array(integer()), client_gravatar: boolean(), knowsEmptyTopic: boolean() },
  returns: {},
  returnsMore: true,
  errors: [],
  decide: (realm, _, { user_id, narrow, ids, ...shown }) => {
    const reader = readerWithId(realm, user_id)
    const rows = new Map(fetchThese(realm, reader, narrow, ids).map((row) => [row.id, row]))
    const inOrder = ids.flatMap((id) => rows.get(id) ?? [])
    return handOver(realm, reader, inOrder, shown)
  },
})
