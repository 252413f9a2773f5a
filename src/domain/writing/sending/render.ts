import { renderTemplate, type RenderedContent } from '../../../markdown/render'
import type { Template } from '../../../markdown/template'
import type { Realm } from '../../../realm'
import { mentionDirectory } from '../../channels/subscriptions/mention-directory'
import { findReadablePicture } from '../../files/attachments/access'
import { holdsPermission } from '../../people/groups/membership'
import { activeGroupsByName, allGroups } from '../../people/groups/storage'
import type { User } from '../../people/users/user'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { groupMentionNotAllowed } from './rules'

/**
 * Renders a message that `author` sends. Throws if the message mentions a group that the author may not mention. Silent
 * mentions need no permission.
 */
export function renderForSending(realm: Realm, author: User, template: Template): RenderedContent {
  const rendered = renderForAuthor(realm, author, template)
  for (const id of rendered.mentioned_group_ids) {
    const { name, permissions } = allGroups(realm).get(id)!
    if (!holdsPermission(realm, author, permissions.can_mention_group)) throw groupMentionNotAllowed({ name })
  }
  return rendered
}

/** Renders a text with the users, groups and channels that `author` can mention. Nothing is sent: no permission is needed. */
export const renderForAuthor = (realm: Realm, author: User, template: Template): RenderedContent =>
  renderTemplate(
    template,
    {
      ...mentionDirectory(realm, author),
      groupByName: (name) => activeGroupsByName(realm).get(name.toLowerCase()),
      pictureByPath: (path) => findReadablePicture(realm, author, path),
    },
    MESSAGE_LIMITS,
  )
