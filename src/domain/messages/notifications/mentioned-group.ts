import type { ReadOnlyRealm } from '../../../realm'
import type { Group } from '../../people/groups/group'
import { allGroups, allMembersOf } from '../../people/groups/storage'

const GROUP_MENTION = /<span class="user-group-mention" data-user-group-id="(\d+)">/g

/** Returns the smallest of the groups that rendered messages mention, and to which the user belongs. */
export function findMentionedGroup(
  realm: ReadOnlyRealm,
  user_id: number,
  messages: readonly string[],
): Group | undefined {
  const ids = new Set(messages.flatMap((html) => [...html.matchAll(GROUP_MENTION)].map(([, id]) => Number(id))))
  const [smallest] = [...ids]
    .flatMap((id) => allGroups(realm).get(id) ?? [])
    .map((group) => ({ group, members: allMembersOf(realm, group) }))
    .filter(({ members }) => members.includes(user_id))
    .sort((a, b) => a.members.length - b.members.length)
  return smallest?.group
}
