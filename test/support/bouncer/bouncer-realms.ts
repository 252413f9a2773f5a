import { refuse } from './refusal'
import type { Received } from './requests'

export type Server = {
  uuid: string
  key: string
  hostname: string
  isDeactivated: boolean
  verification_secret?: string
}

type Upload = Received<'server/analytics'>
type AuditRow = Upload['realmauditlog_rows'][number]
type Realm = { server: string; row: Upload['realms'][number]; isDeleted: boolean }
export type Status = { can_push: boolean; expected_end_timestamp: number | null }

const MAX_PEOPLE_WITHOUT_PLAN = 10
const MAX_UPLOAD_AGE_SECONDS = 2 * 86_400

/** The realms that servers uploaded, and which of them may send notifications. */
export class BouncerRealms {
  readonly realms = new Map<string, Realm>()
  /** The realms with a plan, and when it ends. */
  readonly plans = new Map<string, number | null>()
  auditLog: AuditRow[] = []
  #uploadedAt = -Infinity
  /** Seconds since 1970. */
  now: () => number = () => Date.now() / 1000

  get lastAuditId(): number {
    return this.auditLog.at(-1)?.id ?? 0
  }

  upload(server: Server, { realms, realmauditlog_rows: rows }: Upload) {
    for (const [index, { id }] of rows.entries())
      if (id <= (rows[index - 1]?.id ?? this.lastAuditId)) refuse(400, 'Data is out of order.')
    for (const { uuid } of realms)
      if ((this.realms.get(uuid)?.server ?? server.uuid) !== server.uuid)
        refuse(400, 'Duplicate registration detected.')
    const uuids = realms.map(({ uuid }) => uuid)
    if (new Set(uuids).size < uuids.length) refuse(400, 'Duplicate registration detected.')
    for (const realm of this.realms.values())
      if (realm.server === server.uuid) realm.isDeleted = !uuids.includes(realm.row.uuid)
    for (const row of realms) this.realms.set(row.uuid, { server: server.uuid, row, isDeleted: false })
    this.auditLog.push(...rows)
    this.#uploadedAt = this.now()
    return { realms: Object.fromEntries(uuids.map((uuid) => [uuid, this.statusOf(uuid)])) }
  }

  /** Refuses realms that this server did not upload. */
  require(server: Server, uuid: string): void {
    const realm = this.realms.get(uuid)
    if (realm === undefined || realm.isDeleted) refuse(403, 'Organization not registered', 'MISSING_REMOTE_REALM')
    if (realm?.server !== server.uuid) refuse(403, 'Another server', 'REMOTE_REALM_SERVER_MISMATCH_ERROR')
  }

  requirePush(uuid: string): void {
    if (!this.statusOf(uuid).can_push)
      refuse(
        400,
        "Your plan doesn't allow sending push notifications. Reason provided by the server: Push notifications access with 10+ users requires signing up for a plan. https://zulip.com/plans/",
        'PUSH_NOTIFICATIONS_DISALLOWED',
      )
  }

  statusOf(uuid: string): Status {
    const people = this.peopleOf(uuid)
    const end = this.plans.get(uuid)
    if (end !== undefined) return { can_push: true, expected_end_timestamp: end }
    const isStale = this.now() - this.#uploadedAt > MAX_UPLOAD_AGE_SECONDS
    return {
      can_push: people !== undefined && !isStale && people <= MAX_PEOPLE_WITHOUT_PLAN,
      expected_end_timestamp: null,
    }
  }

  /** Returns how many people a realm has, by its newest row of the audit log. */
  peopleOf(uuid: string): number | undefined {
    const realm = this.realms.get(uuid)
    const row = this.auditLog.findLast((entry) => entry.realm === realm?.row.id)
    return row && Object.values(row.extra_data['10']['11']).reduce((sum, count) => sum + count, 0)
  }
}
