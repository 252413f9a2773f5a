import type { Template } from '../../markdown/references'
import { renderTemplate, type Rendered } from '../../markdown/render'
import type { Realm } from '../../realm'
import { isAllowed } from '../groups/standing'
import { allGroups } from '../groups/storage'
import { mentionableBy } from '../subscriptions/mentionable'
import type { User } from '../users/user'
import { groupMentionNotAllowed } from './rules'

/** What is said, with everyone it names. Any group may be named in passing; to call one, its members must allow it. */
export function renderFor(realm: Realm, author: User, template: Template): Rendered {
  const rendered = renderAsSeen(realm, author, template)
  for (const id of rendered.mentioned_group_ids) {
    const { name, permissions } = allGroups(realm).get(id)!
    if (!isAllowed(realm, author, permissions.can_mention_group)) throw groupMentionNotAllowed({ name })
  }
  return rendered
}

/** The same, said to nobody: nobody is called by it, so nobody is asked. */
export const renderAsSeen = (realm: Realm, author: User, template: Template): Rendered =>
  renderTemplate(template, { ...mentionableBy(realm, author), groupByName: (name) => groupKnownAs(realm, name) })

function groupKnownAs(realm: Realm, name: string) {
  const key = name.toLowerCase()
  for (const group of allGroups(realm).values())
    if (group.name.toLowerCase() === key && !group.deactivated) return group
  return undefined
}
