import { findChannel } from '../../../channels/channels/storage'
import { pictureKey } from '../../../customization/pictures/picture'
import type { Attachment } from '../../../files/attachments/attachment'
import { findUser } from '../../../people/users/storage'
import type { User } from '../../../people/users/user'
import { exportedFiles } from '../attachments-part'
import { takeItems } from '../part'
import type { Scope } from '../scope'
import { avatarKeyOf, customEmoji, realmPicturesIn, users, type Walk } from '../walks'
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

type Picture = { path: string; key: string; row?: object }

/** Returns a row and a file of R2 for each picture. */
const pageOf = (folder: string, pictures: readonly Picture[]) => ({
  rows: pictures.map(({ path, row }) => ({ realm_id: REALM, ...row, s3_path: path, path })),
  included: pictures.map(({ path, key }) => ({ key, name: `${folder}/${path}` })),
})

const picturesOf =
  <Item>(folder: string, { list, idOf }: Walk<Item>, picturesWith: (item: Item) => Picture[]): RowSource =>
  (scope, after) => {
    const { values, next } = takeItems({ list: list(scope), idOf, after, most: PICTURES_PER_PAGE }, picturesWith)
    return { ...pageOf(folder, values.flat()), next }
  }

const usersWithAvatar: Walk<User> = {
  ...users,
  list: (scope) => users.list(scope).filter((user) => avatarKeyOf(user) !== undefined),
}

const avatars = picturesOf('avatars', usersWithAvatar, (user) => {
  const { user_id, email, avatar_version } = user
  const row = { user_profile_id: user_id, user_profile_email: email, avatar_version }
  return twice(`${REALM}/${user_id}`).map((path) => ({ path, key: avatarKeyOf(user)!, row }))
})

const emoji = picturesOf('emoji', customEmoji, ({ id, name, author_id, extension, deactivated, picture }) => {
  const file_name = `${id}.${extension}`
  const row = { author: author_id, file_name, name, deactivated }
  return [{ path: `${REALM}/emoji/images/${file_name}`, key: pictureKey(picture), row }]
})

const realmPictures: RowSource = (scope) => {
  const found = realmPicturesIn(scope)
  return pageOf(
    'realm_icons',
    found.flatMap(({ kind, key }) => twice(`${REALM}/${kind}`).map((path) => ({ path, key }))),
  )
}

/** Uploads and pictures. Each folder has a list of its files. */
export const fileParts = [
  ...fileOfTables('attachment.json', [attachments]),
  fileOfList('uploads', 'uploads/records.json', uploads),
  fileOfList('avatars', 'avatars/records.json', avatars),
  fileOfList('emoji_files', 'emoji/records.json', emoji),
  fileOfList('realm_icons', 'realm_icons/records.json', realmPictures),
]
