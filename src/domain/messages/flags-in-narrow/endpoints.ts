import type { Realm } from '../../../realm'
import * as v from 'valibot'
import { boolean, naturalNumber, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anchorParam, invalidAnchor } from '../pages/anchor'
import { anchorExcludedInside } from '../pages/range'
import { fetchPage, rangeForWorker } from '../pages/fetch-page'
import { turnSteps } from '../pages/fetch-in-turns'
import { existingIds } from '../message-index/storage'
import { badNarrow, badNarrowCombination, narrowParam } from '../narrows/term'
import { beginSearch } from '../search/candidates'
import { findPage } from '../search/search-page'
import { searchSteps } from '../search/steps'
import { splitSearch } from '../search/terms'
import { anyUser } from '../../people/users/callers'
import { type User } from '../../people/users/user'
import {
  flagNotEditable,
  invalidFlag,
  invalidFlagOperation,
  limitRange,
  requireFlagChange,
  type FlagChange,
} from '../read-state/rules'
import { changeFlags } from '../read-state/change-flags'
import { messageIds } from '../read-state/endpoints'

const processedFields = {
  processed_count: v.number(),
  updated_count: v.number(),
  first_processed_id: v.nullable(v.number()),
  last_processed_id: v.nullable(v.number()),
  found_oldest: v.boolean(),
  found_newest: v.boolean(),
  ignored_because_not_subscribed_channels: v.optional(messageIds),
}

export const updateFlagsInNarrow = endpoint.twoStep({
  route: 'POST /messages/flags/narrow',
  summary: 'Add a flag to the messages of a narrow around an anchor, or remove it: `read`, `starred` or `collapsed`.',
  agentScopes: ['messages:write'],
  caller: anyUser,
  params: {
    anchor: anchorParam,
    include_anchor: optional(boolean(), true),
    num_before: naturalNumber(),
    num_after: naturalNumber(),
    narrow: narrowParam,
    op: shortText(),
    flag: shortText(),
  },
  returns: processedFields,
  errors: [
    invalidFlag,
    flagNotEditable,
    invalidFlagOperation,
    badNarrow,
    badNarrowCombination,
    invalidAnchor,
    anchorExcludedInside,
  ],
  decide: (realm, actor, { op, flag, ...params }) => {
    const change = requireFlagChange(flag, op)
    const range = limitRange(params)
    const { narrow, search } = splitSearch(params.narrow ?? [])
    const found = search ? undefined : fetchPage(realm, actor, narrow, range)
    if (found === undefined) {
      const around = rangeForWorker(realm, actor, narrow, range)
      const begun = search && beginSearch(realm, actor, { narrow, search }, around.anchor)
      return { begun: { request: { narrow, search: begun }, range: around, change } }
    }
    const { items, ...ends } = found
    return { done: changeFlagsOfPage(realm, actor, { ...change, ids: items.map(({ id }) => id), ...ends }) }
  },
  steps: { ...searchSteps, ...turnSteps },
  work: async (edge, { request, range, change }) => {
    const { items, found_oldest, found_newest } = await findPage(edge, request, range)
    return { ...change, ids: items.map(({ id }) => id), found_oldest, found_newest }
  },
  // Messages may have been deleted since they were found.
  finish: (realm, actor, { ids, ...change }) =>
    changeFlagsOfPage(realm, actor, { ...change, ids: existingIds(realm.sql, ids) }),
})

type PageChange = FlagChange & { ids: number[]; found_oldest: boolean; found_newest: boolean }

function changeFlagsOfPage(realm: Realm, actor: User, { ids, found_oldest, found_newest, ...change }: PageChange) {
  // A page lists the messages nearest to the anchor first. The response has the oldest and the newest of them.
  const processed = [...ids].sort((a, b) => a - b)
  const { messages, ...ignored } = changeFlags(realm, actor, change, processed)
  return {
    processed_count: processed.length,
    updated_count: messages.length,
    first_processed_id: processed[0] ?? null,
    last_processed_id: processed.at(-1) ?? null,
    found_oldest,
    found_newest,
    ...ignored,
  }
}
