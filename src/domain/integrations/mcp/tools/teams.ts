import * as v from 'valibot'
import { boolean, integer, optional, shortText, text } from '../../../../api/params'
import type { Edge } from '../../../../edge'
import { createChannel as create } from '../../../management/channels/endpoints'
import { getUserGroups, updateUserGroupMembers } from '../../../management/groups/endpoints'
import { MAX_CHANNEL_DESCRIPTION_LENGTH } from '../../../realm/settings/limits'
import { shortened } from '../answer-rules'
import { noGroupNamed } from '../rules'
import { tool } from '../tool'
import { includesText, pageOf } from './channels'
import { withNotice } from './message-text'
import { between, cursor, describedAs, people } from './params'
import { idsOfPeople } from './people'

const groupShape = v.object({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  members: v.array(v.number()),
  is_system_group: v.boolean(),
})

const MAX_SHOWN_MEMBERS = 50
const DESCRIPTION_CHARACTERS = 120

async function groups(edge: Edge) {
  const answer = await edge.call(getUserGroups, {})
  const { user_groups } = v.parse(v.object({ user_groups: v.array(groupShape) }), answer)
  // Roles decide who is in a system group.
  return user_groups.filter(({ is_system_group }) => !is_system_group)
}

export const listGroups = tool({
  name: 'list_groups',
  title: 'List groups',
  description: 'The user groups, with their direct members.',
  scope: 'messages:read',
  effect: 'reads',
  params: { query: optional(shortText(), ''), limit: between(1, 50, 20), cursor: cursor() },
  run: async (edge, { query, limit, cursor }, { user_id }) => {
    const found = (await groups(edge)).filter(({ name, description }) => includesText(query, name, description))
    const rows = found.map(({ id, name, description, members }) => ({
      id,
      name: shortened(name),
      description: shortened(description, DESCRIPTION_CHARACTERS),
      member_ids: members.slice(0, MAX_SHOWN_MEMBERS),
      members: members.length,
      is_member: members.includes(user_id),
    }))
    const { items, ...next } = pageOf(rows, limit, cursor)
    return withNotice({ groups: items, ...next })
  },
})

export const changeGroupMembers = tool({
  name: 'change_group_members',
  title: 'Change the members of a group',
  description: 'Adds people to a user group, and removes others.',
  scope: 'teams:write',
  effect: 'changes',
  params: {
    group: describedAs(v.union([integer(), shortText()]), 'Name or id'),
    add: optional(people()),
    remove: optional(people()),
  },
  run: async (edge, { group: requested, ...changes }) => {
    const named = String(requested).replace(/^@/, '').trim().toLowerCase()
    const group = (await groups(edge)).find(({ id, name }) => String(id) === named || name.toLowerCase() === named)
    if (group === undefined) throw noGroupNamed({ group: shortened(String(requested)) })
    const [added, removed] = [await idsOfPeople(edge, changes.add ?? []), await idsOfPeople(edge, changes.remove ?? [])]
    await edge.call(updateUserGroupMembers, { user_group_id: group.id, add: added, delete: removed })
    return { group_id: group.id, added, removed }
  },
})

export const createChannel = tool({
  name: 'create_channel',
  title: 'Create a channel',
  description: 'Creates a channel, and subscribes the user and these people.',
  scope: 'teams:write',
  effect: 'adds',
  params: {
    name: shortText(),
    description: optional(text(MAX_CHANNEL_DESCRIPTION_LENGTH), ''),
    is_private: optional(boolean(), true),
    people: optional(people()),
  },
  run: async (edge, { people: named = [], is_private, ...texts }, { user_id }) => {
    const subscribers = [...new Set([user_id, ...(await idsOfPeople(edge, named))])]
    const answer = await edge.call(create, { ...texts, subscribers, invite_only: is_private })
    return { channel_id: v.parse(v.object({ id: v.number() }), answer).id, subscribers }
  },
})
