import type { AnyAudienceKind, AnyEventKind } from '../../src/events/event'

/** Declarations without the parts that only the documentation reads. */
export const bareEvent = (kind: Omit<AnyEventKind, 'summary' | 'recipients'>): AnyEventKind => ({
  summary: 'Something happened.',
  recipients: {},
  ...kind,
})

export const bareAudience = (kind: Omit<AnyAudienceKind, 'description'>): AnyAudienceKind => ({
  description: 'Some users.',
  ...kind,
})
