import { sharedIfLong, type SharedText } from '../../../api/shared-text'
import { blocksById, type Block } from '../../../store/blocks-by-id'
import { encodedProfiles, type EncodedFields } from './encoded-profiles'
import { sightOf } from './profile'
import type { User } from './user'

const IDS_PER_BLOCK = 512
const FORMS_PER_BLOCK = 8
const BLOCKS_PER_PART = 4
/** A large realm has many blocks, of which some have few users. */
const MIN_SHARED_CHARACTERS = 2000
const NO_USER_ID = 0

/** Users with neighbouring ids, and their JSON for each form in which viewers see them. */
type UserBlock = Block<User, Map<string, string | SharedText>>

const blockNumber = ({ user_id }: User): number => Math.floor(user_id / IDS_PER_BLOCK)

const blocksOf = blocksById<User, UserBlock['computed']>({ blockOf: blockNumber, newComputed: () => new Map() })

/** The users of a list without the bots of the server, by whether they are active. */
type UserLists = {
  all: readonly User[]
  active: readonly User[]
  inactive: readonly User[]
  systemBots: readonly User[]
}

const keptLists = new WeakMap<readonly User[], UserLists>()

/** Returns the parts of a list of users. Until the list changes, they are the same objects. */
export function listsOf(users: readonly User[]): UserLists {
  let lists = keptLists.get(users)
  if (lists === undefined) {
    const all = users.filter((user) => !user.is_system_bot)
    lists = {
      all,
      active: all.filter((user) => user.is_active),
      inactive: all.filter((user) => !user.is_active),
      systemBots: users.filter((user) => user.is_system_bot),
    }
    keptLists.set(users, lists)
  }
  return lists
}

/**
 * Returns the JSON of these users in blocks, separated by commas, like `encodedProfiles`. Viewers with the same role see the same of
 * other users, so the text of a block is shared. It is used only for the very same `User` objects, which never change. Viewers may see
 * more of themselves: then their block is encoded for them alone.
 */
export const encodedUserList = (
  users: readonly User[],
  viewer: User,
  fields: EncodedFields,
): (string | SharedText)[] => {
  const blocks = blocksOf(users)
  return blocks.map((block) => encodedBlock(block, viewer, { fields, isLong: blocks.length > 1 }))
}

/** Encodes a list of users. Yields after some blocks, so that the realm can serve other requests. */
export function* encodeBlocks(users: readonly User[], viewer: User, fields: EncodedFields): Generator<void> {
  const blocks = blocksOf(users)
  const list = { fields, isLong: blocks.length > 1 }
  let encoded = 0
  for (const block of blocks) {
    if (seesMoreOf(block, viewer, fields) || block.computed.has(formOf(viewer, list))) continue
    encodedBlock(block, viewer, list)
    if (++encoded % BLOCKS_PER_PART === 0) yield
  }
}

type ListForm = { fields: EncodedFields; isLong: boolean }

const formOf = ({ role }: User, { fields, isLong }: ListForm): string =>
  `${role} ${fields.client_gravatar} ${fields.withProfileData} ${fields.withActivity} ${isLong}`

function encodedBlock(block: UserBlock, viewer: User, list: ListForm): string | SharedText {
  const { items: users, computed: texts } = block
  const encode = () => encodedProfiles(users, viewer, list.fields)
  if (seesMoreOf(block, viewer, list.fields)) return encode()
  const form = formOf(viewer, list)
  const text =
    texts.get(form) ?? (list.isLong ? sharedIfLong(encode, () => memoryBytes(users), MIN_SHARED_CHARACTERS) : encode())
  texts.delete(form)
  texts.set(form, text)
  if (texts.size > FORMS_PER_BLOCK) texts.delete(texts.keys().next().value!)
  return text
}

/** Whether the viewer is in the block, and sees an address that others with the same role do not see. */
function seesMoreOf({ items: users }: UserBlock, viewer: User, { client_gravatar }: EncodedFields): boolean {
  if (blockNumber(users[0]) !== blockNumber(viewer)) return false
  const own = users.find(({ user_id }) => user_id === viewer.user_id)
  const other = { ...viewer, user_id: NO_USER_ID }
  return own !== undefined && sightOf(own, viewer, client_gravatar) !== sightOf(own, other, client_gravatar)
}

// A block holds a reference to each user, and its own row of one who changed since.
const memoryBytes = (users: readonly User[]): number => 1000 + 16 * users.length
