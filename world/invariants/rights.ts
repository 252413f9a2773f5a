import type { Organization } from '../life/organization.ts'

/** What no row may say, whatever users did: each query finds what is wrong. */
const WRONG: Readonly<Record<string, string>> = {
  'A bot is active, and its owner is not': `
    SELECT bot.user_id AS id FROM users bot JOIN users owner ON owner.user_id = bot.bot_owner_id
    WHERE bot.is_active = 1 AND owner.is_active = 0 LIMIT 1`,
  'A bot may do more than its owner': `
    SELECT bot.user_id AS id FROM users bot JOIN users owner ON owner.user_id = bot.bot_owner_id
    WHERE bot.role < owner.role LIMIT 1`,
  'A user who is not active has a queue': `
    SELECT user_id AS id FROM queues JOIN users USING (user_id) WHERE is_active = 0 LIMIT 1`,
  'There is no owner': `
    SELECT 0 AS id WHERE NOT EXISTS (SELECT 1 FROM users WHERE role = 100 AND is_active = 1 AND bot_type IS NULL)`,
}

/** Called between two changes of who may do what. */
export function checkRights(organization: Organization): void {
  for (const [what, query] of Object.entries(WRONG)) {
    const [row] = organization.query(query)
    if (row !== undefined) organization.failures.push(`${what}: ${row.id}`)
  }
}

/** Nothing brings the data of a user back who deleted the account: not a restore, and not an administrator. */
export function checkLeavers(organization: Organization): void {
  for (const email of organization.ledger.leavers)
    if (organization.query(`SELECT 1 FROM users WHERE delivery_email = '${email}'`).length > 0)
      organization.fail(`${email} deleted the account, and the realm has it`)
}
