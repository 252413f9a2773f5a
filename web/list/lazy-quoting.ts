import type { Client } from '../client/client'
import type * as QuotingCode from './quoting'

type Quoting = typeof QuotingCode

/** Runs what writes about a message. Its code loads when a user needs it first. */
export const quoting = ({ report }: Client, run: (code: Quoting) => unknown): void =>
  void import('./quoting').then(run).catch(report)
