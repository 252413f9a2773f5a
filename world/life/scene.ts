import { Client, type FieldValue } from './client.ts'
import { insistAsOperator } from './operator.ts'
import type { Organization } from './organization.ts'
import type { Json } from '../shared-parts.ts'

export type Fields = Record<string, FieldValue>

/** The ids of system groups. */
export const [NO_USERS, ADMINISTRATORS, FULL_MEMBERS, MEMBERS, EVERYONE] = [1, 3, 5, 6, 7] as const

/** The members who try what is forbidden, and what the owner prepares for them. All is undone after the attempt. */
export class Scene {
  readonly organization: Organization
  /** No other scene has it. */
  readonly nth: number
  readonly #undoing: (() => Promise<unknown>)[] = []
  #named = 0

  constructor(organization: Organization, nth: number) {
    this.organization = organization
    this.nth = nth
  }

  #member(at: number): Client {
    const member = this.organization.members[at]
    if (member === undefined) throw new Error('The organization is too small for this')
    return member.client
  }

  get owner() {
    return this.#member(0)
  }

  get administrator() {
    return this.#member(1)
  }

  get member() {
    return this.#member(3)
  }

  get guest() {
    return this.#member(4)
  }

  get other() {
    return this.#member(5)
  }

  /** Says what to do after the attempt. */
  undo(act: () => Promise<unknown>): void {
    this.#undoing.push(act)
  }

  /** Asks as the operator until there is an answer. */
  operator = () => (method: string, path: string) => insistAsOperator(this.owner, method, path)

  name = (kind: string) => `${kind}-${this.nth}-${this.#named++}`

  wait = (seconds: number) => this.organization.world.scheduler.wait(seconds * 1000)

  /** Changes a setting of the organization, and back. */
  async set(name: string, value: FieldValue, before: FieldValue): Promise<void> {
    this.undo(() => this.owner.insist('PATCH', '/realm', { [name]: before }))
    await this.owner.insist('PATCH', '/realm', { [name]: value })
  }

  permit = (permission: string, group: number, before: number) => this.set(permission, { new: group }, { new: before })

  async giveRole({ id }: Client, role: number, before: number): Promise<void> {
    this.undo(() => this.owner.insist('PATCH', `/users/${id}`, { role: before }))
    await this.owner.insist('PATCH', `/users/${id}`, { role })
  }

  async giveRight({ id }: Client, right: string): Promise<void> {
    const path = `/parley/users/${id}/rights`
    this.undo(() => this.owner.insist('PATCH', path, { [right]: false }))
    await this.owner.insist('PATCH', path, { [right]: true })
  }

  async deactivate({ id }: Client): Promise<void> {
    this.undo(() => this.owner.insist('POST', `/users/${id}/reactivate`))
    await this.owner.insist('DELETE', `/users/${id}`)
  }

  /** Returns the id of a new message. */
  async message(sender: Client, topic = 'rights'): Promise<number> {
    const fields = { type: 'channel', to: 1, topic, content: this.name('text') }
    return (await sender.insist('POST', '/messages', fields)).id
  }

  /** Returns the id of a new group of the owner. */
  async group(fields: Fields = {}): Promise<number> {
    const named = { name: this.name('group'), description: '', members: [this.owner.id], ...fields }
    return (await this.owner.insist('POST', '/user_groups/create', named)).group_id
  }

  /** Returns a new bot of a member. */
  async bot(owner: Client, bot_type = 1): Promise<Client> {
    const short_name = this.name('robot')
    const made: Json = await owner.insist('POST', '/bots', { full_name: short_name, short_name, bot_type })
    this.undo(() => this.owner.insist('DELETE', `/bots/${made.user_id}`))
    const { world, realm_name, url } = this.organization
    const email = `${short_name}-bot@${realm_name}.parley.test`
    return new Client(world, url, { ...made, email, full_name: short_name, place: 'Frankfurt' })
  }

  async end(): Promise<void> {
    for (const undo of this.#undoing.reverse()) await undo()
  }
}

/** Returns an answer that must not be a success. */
export type Attempt = (scene: Scene) => Promise<Json>

type Target = string | ((scene: Scene) => string)
export const attempt =
  (who: (scene: Scene) => Client, method: string, path: Target, fields: Fields = {}): Attempt =>
  (scene) =>
    who(scene).ask(method, typeof path === 'string' ? path : path(scene), fields)

export const owner = (scene: Scene) => scene.owner
export const administrator = (scene: Scene) => scene.administrator
export const member = (scene: Scene) => scene.member
export const guest = (scene: Scene) => scene.guest
export const pathOf = (who: (scene: Scene) => Client) => (scene: Scene) => `/users/${who(scene).id}`
