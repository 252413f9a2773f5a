import * as v from 'valibot'
import { boolean, integer, naturalNumber, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { type Realm } from '../../../realm'
import { invalidAnchor } from '../pages/anchor'
import { anchorExcludedInside } from '../pages/range'
import { fetchPage, prepareSearchRange } from '../pages/fetch'
import { existingIds } from '../message-index/storage'
import { badNarrow, badNarrowCombination, narrowParam } from '../narrows/term'
import { searchPage } from '../search/edge'
import { searchSteps } from '../search/steps'
import { splitSearch } from '../search/terms'
import { anyUser } from '../../people/users/callers'
import { type User } from '../../people/users/user'
import { flagNotEditable, invalidFlag, invalidFlagOperation, limitRange, type FlagChange } from '../read-state/rules'
import { requireFlagChange, changeFlags } from '../read-state/change-flags'
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
  summary: 'Mark messages of a narrow around an anchor as read, starred or collapsed, or no longer so.',
  caller: anyUser,
  params: {
    anchor: v.union([integer(), shortText()]),
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
    const wanted = requireFlagChange(flag, op)
    const range = limitRange(params)
    const { narrow, search } = splitSearch(params.narrow ?? [])
    if (search)
      return { begun: { searched: { narrow, search }, range: prepareSearchRange(realm, actor, narrow, range), wanted } }
    const { rows, ...ends } = fetchPage(realm, actor, narrow, range)
    return { done: changeAll(realm, actor, { ...wanted, ids: rows.map((row) => row.id), ...ends }) }
  },
  steps: searchSteps,
  work: async (edge, { searched, range, wanted }) => {
    const { ids, found_oldest, found_newest } = await searchPage(edge, searched, range)
    return { ...wanted, ids, found_oldest, found_newest }
  },
  // Messages may have been deleted since they were found.
  finish: (realm, actor, { ids, ...processing }) =>
    changeAll(realm, actor, { ...processing, ids: existingIds(realm, ids) }),
})

type Processing = FlagChange & { ids: number[]; found_oldest: boolean; found_newest: boolean }

function changeAll(realm: Realm, actor: User, { ids, found_oldest, found_newest, ...wanted }: Processing) {
  // A page lists the messages nearest to the anchor first; the answer names the oldest and the newest of them.
  const processed = [...ids].sort((a, b) => a - b)
  const { messages, ...ignored } = changeFlags(realm, actor, wanted, processed)
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
