import { renderTemplate, type RenderedContent } from '../../../markdown/render'
import type { Template } from '../../../markdown/template'
import type { Realm } from '../../../realm'
import { mentionDirectory } from '../../channels/subscriptions/mention-directory'
import { isAllowed } from '../../people/groups/standing'
import { activeGroupsByName, allGroups, membersOf } from '../../people/groups/storage'
import type { User } from '../../people/users/user'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { groupMentionNotAllowed } from './rules'

/** What is said, with everyone it names. Any group may be named in passing; to call one, its members must allow it. */
export function renderForSending(realm: Realm, author: User, template: Template): RenderedContent {
  const rendered = renderForAuthor(realm, author, template)
  for (const id of rendered.mentioned_group_ids) {
    const { name, permissions } = allGroups(realm).get(id)!
    if (!isAllowed(realm, author, permissions.can_mention_group)) throw groupMentionNotAllowed({ name })
  }
  return rendered
}

/** The same, said to nobody: nobody is called by it, so nobody is asked. */
export const renderForAuthor = (realm: Realm, author: User, template: Template): RenderedContent =>
  renderTemplate(
    template,
    { ...mentionDirectory(realm, author), groupByName: (name) => activeGroupsByName(realm).get(name.toLowerCase()) },
    MESSAGE_LIMITS,
  )

/** Whom it names: by themselves, and by way of a group. */
export type MentionedUsers = { byName: number[]; byGroup: number[] }

export const mentionedUsersIn = (
  realm: Realm,
  { mentioned_user_ids, mentioned_group_ids }: RenderedContent,
): MentionedUsers => ({
  byName: [...mentioned_user_ids],
  byGroup: [...mentioned_group_ids].flatMap((group) => membersOf(realm, allGroups(realm).get(group)!)),
})
