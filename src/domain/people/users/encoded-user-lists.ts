import { sharedIfLong, type SharedText } from '../../../api/shared-text'
import { encodedProfiles, type EncodedFields } from './encoded-profiles'
import { sightOf } from './profile'
import type { User } from './user'

const IDS_PER_BLOCK = 512
const FORMS_PER_BLOCK = 8
/** A large realm has many blocks, of which some have few users. */
const SHARED_CHARACTERS_MIN = 2000
const NO_USER_ID = 0

/** Users with neighbouring ids, and their JSON for each form in which viewers see them. */
type Block = { users: readonly [User, ...User[]]; texts: Map<string, string | SharedText> }

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

/** Encodes a list of users. Yields after each block, so that the realm can serve other requests. */
export function* encodeBlocks(users: readonly User[], viewer: User, fields: EncodedFields): Generator<void> {
  const blocks = blocksOf(users)
  const list = { fields, isLong: blocks.length > 1 }
  for (const block of blocks) {
    if (seesMoreOf(block, viewer, fields) || block.texts.has(formOf(viewer, list))) continue
    encodedBlock(block, viewer, list)
    yield
  }
}

type ListForm = { fields: EncodedFields; isLong: boolean }

const formOf = ({ role }: User, { fields, isLong }: ListForm): string =>
  `${role} ${fields.client_gravatar} ${fields.withProfileData} ${fields.withActivity} ${isLong}`

function encodedBlock(block: Block, viewer: User, list: ListForm): string | SharedText {
  const { users, texts } = block
  const encode = () => encodedProfiles(users, viewer, list.fields).join(',')
  if (seesMoreOf(block, viewer, list.fields)) return encode()
  const form = formOf(viewer, list)
  const text =
    texts.get(form) ?? (list.isLong ? sharedIfLong(encode, () => memoryBytes(users), SHARED_CHARACTERS_MIN) : encode())
  texts.delete(form)
  texts.set(form, text)
  if (texts.size > FORMS_PER_BLOCK) texts.delete(texts.keys().next().value!)
  return text
}

/** Whether the viewer is in the block, and sees an address that others with the same role do not see. */
function seesMoreOf({ users }: Block, viewer: User, { client_gravatar }: EncodedFields): boolean {
  if (blockNumber(users[0]) !== blockNumber(viewer)) return false
  const own = users.find(({ user_id }) => user_id === viewer.user_id)
  const other = { ...viewer, user_id: NO_USER_ID }
  return own !== undefined && sightOf(own, viewer, client_gravatar) !== sightOf(own, other, client_gravatar)
}

const blockNumber = ({ user_id }: User): number => Math.floor(user_id / IDS_PER_BLOCK)

// A block holds a reference to each user, and its own row of one who changed since.
const memoryBytes = (users: readonly User[]): number => 1000 + 16 * users.length

const blocksOfLists = new WeakMap<readonly User[], readonly Block[]>()
const BLOCKS_WITH_ONE_BEGIN = 3
/** The newest blocks that begin with a user: of all users, of the active ones, and of the others. */
const newestBlocks = new WeakMap<User, Block[]>()

/** Returns the blocks of a list. A block whose users have not changed is the same object as in the list before. */
function blocksOf(users: readonly User[]): readonly Block[] {
  let blocks = blocksOfLists.get(users)
  if (blocks === undefined) {
    blocks = [...Map.groupBy(users, blockNumber).values()].flatMap(([first, ...others]) =>
      first === undefined ? [] : [blockWith([first, ...others])],
    )
    blocksOfLists.set(users, blocks)
  }
  return blocks
}

function blockWith(users: readonly [User, ...User[]]): Block {
  const newest = newestBlocks.get(users[0]) ?? []
  const found = newest.find((block) => isSame(block.users, users))
  if (found !== undefined) return found
  const block: Block = { users, texts: new Map() }
  newestBlocks.set(users[0], [block, ...newest].slice(0, BLOCKS_WITH_ONE_BEGIN))
  return block
}

const isSame = (users: readonly User[], others: readonly User[]): boolean =>
  users.length === others.length && users.every((user, nth) => user === others[nth])
