import apps from '../../../../docs/apps.md'
import calls from '../../../../docs/calls.md'
import unifiedPush from '../../../../docs/unified-push.md'

/** The documents for users that each server shows, as Markdown. */
export const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ['apps', apps],
  ['calls', calls],
  ['unified-push', unifiedPush],
])
