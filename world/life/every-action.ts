import { BEFORE_RESTORES } from './access-before-restores.ts'
import { ACTIONS } from './actions.ts'
import { AFFAIRS } from './affairs.ts'
import { DEVICES } from './devices.ts'
import { FORBIDDEN_ACTIONS } from './forbidden.ts'
import { KEYS } from './keys.ts'
import type { Action } from './life.ts'
import { MONTHS } from './months.ts'
import { NEIGHBORS_ACTIONS } from './neighbors.ts'
import { operatorsActions } from './operator.ts'
import { OWN_MESSAGES } from './own-messages.ts'
import { PERMISSIONS } from './permissions.ts'
import { PRESENCES } from './presences.ts'
import { PRESSES } from './presses.ts'
import { RARE_ACTIONS } from './rare-actions.ts'
import { SERVICES } from './services.ts'
import { VISITORS } from './visitors.ts'

/** Returns all that may happen in an organization, by name. `moments` grows while it lives. */
export const everyAction = (moments: readonly number[]): Readonly<Record<string, Action>> => ({
  ...ACTIONS,
  ...OWN_MESSAGES,
  ...DEVICES,
  ...PRESENCES,
  ...PERMISSIONS,
  ...AFFAIRS,
  ...RARE_ACTIONS,
  ...KEYS,
  ...FORBIDDEN_ACTIONS,
  ...NEIGHBORS_ACTIONS,
  ...MONTHS,
  ...BEFORE_RESTORES,
  ...SERVICES,
  ...VISITORS,
  ...PRESSES,
  ...operatorsActions(moments),
})
