import { pictureIdOf } from '../../../accounts/avatars/rules'
import { findChannel } from '../../../channels/channels/storage'
import { allCustomEmoji } from '../../../customization/emoji/storage'
import { pictureKey } from '../../../customization/pictures/picture'
import { REALM_PICTURES } from '../../../customization/realm-pictures/rules'
import { realmPicture } from '../../../customization/realm-pictures/storage'
import type { Attachment } from '../../../files/attachments/attachment'
import { allUsers, findUser } from '../../../people/users/storage'
import { exportedFiles } from '../attachments-part'
import { takeItems } from '../part'
import type { Scope } from '../scope'
import { REALM } from './ids'
import { fileOfList, fileOfTables, table, type RowSource } from './table'

const PICTURES_PER_PAGE = 100

const attachments = table('zerver_attachment', (scope, after) => {
  const { files, next } = exportedFiles(scope, after)
  return { rows: files.map(({ file, message_ids }) => attachmentRow(scope, file, message_ids)), next }
})

const attachmentRow = (scope: Scope, file: Attachment, messages: number[]) => ({
  id: file.id,
  file_name: file.name,
  path_id: file.path_id,
  owner: file.owner_id,
  realm: REALM,
  create_time: file.created_at,
  size: file.size,
  content_type: file.content_type,
  is_realm_public: messages.some((id) => isInPublicChannel(scope, id)),
  is_web_public: false,
  messages: messages.toSorted((a, b) => a - b),
  scheduled_messages: [],
})

function isInPublicChannel(scope: Scope, id: number): boolean {
  const row = scope.rowOf(id)
  const stream_id = row && scope.locationOf(row).conversation.stream_id
  return typeof stream_id === 'number' && findChannel(scope.realm, stream_id)?.invite_only === false
}

const uploads: RowSource = (scope, after) => {
  const { files, next } = exportedFiles(scope, after)
  const rows = files.map(({ file }) => ({
    realm_id: REALM,
    user_profile_id: file.owner_id,
    user_profile_email: findUser(scope.realm, file.owner_id)?.email,
    s3_path: file.path_id,
    path: file.path_id,
    size: file.size,
    last_modified: file.created_at,
    content_type: file.content_type,
  }))
  return { rows, included: files.map(({ file: { key, path_id } }) => ({ key, name: `uploads/${path_id}` })), next }
}

/** A picture is there twice: as it was uploaded, and small. This server has only one size. */
const twice = (path: string) => [`${path}.original`, `${path}.png`]

const avatars: RowSource = ({ realm }, after) => {
  const { items, next } = takeItems(
    allUsers(realm).filter(({ avatar_source }) => avatar_source === 'U'),
    ({ user_id }) => user_id,
    { after, most: PICTURES_PER_PAGE },
    () => undefined,
  )
  const files = items.flatMap((user) =>
    twice(`${REALM}/${user.user_id}`).map((path) => ({ user, path, key: pictureKey(pictureIdOf(user.avatar_hash)) })),
  )
  const rows = files.map(({ user: { user_id, email, avatar_version }, path }) => ({
    realm_id: REALM,
    user_profile_id: user_id,
    user_profile_email: email,
    avatar_version,
    s3_path: path,
    path,
  }))
  return { rows, included: files.map(({ key, path }) => ({ key, name: `avatars/${path}` })), next }
}

const emoji: RowSource = ({ realm }, after) => {
  const { items, next } = takeItems(
    [...allCustomEmoji(realm).values()],
    ({ id }) => id,
    { after, most: PICTURES_PER_PAGE },
    () => undefined,
  )
  const files = items.map(({ id, name, author_id, extension, deactivated, picture }) => {
    const file_name = `${id}.${extension}`
    const path = `${REALM}/emoji/images/${file_name}`
    const row = { realm_id: REALM, author: author_id, path, s3_path: path, file_name, name, deactivated }
    return { row, path, key: pictureKey(picture) }
  })
  return {
    rows: files.map(({ row }) => row),
    included: files.map(({ key, path }) => ({ key, name: `emoji/${path}` })),
    next,
  }
}

const realmPictures: RowSource = ({ realm }) => {
  const files = REALM_PICTURES.flatMap((kind) => {
    const { picture } = realmPicture(realm, kind)
    return picture === null ? [] : twice(`${REALM}/${kind}`).map((path) => ({ path, key: pictureKey(picture) }))
  })
  return {
    rows: files.map(({ path }) => ({ realm_id: REALM, path, s3_path: path })),
    included: files.map(({ key, path }) => ({ key, name: `realm_icons/${path}` })),
  }
}

/** Uploads and pictures. Each folder has a list of its files. */
export const fileParts = [
  ...fileOfTables('attachment.json', [attachments]),
  fileOfList('uploads', 'uploads/records.json', uploads),
  fileOfList('avatars', 'avatars/records.json', avatars),
  fileOfList('emoji_files', 'emoji/records.json', emoji),
  fileOfList('realm_icons', 'realm_icons/records.json', realmPictures),
]
