import type { Secret } from './frames'

/** What the page tells the worker: the own secret, or that of another participant. */
export type ToWorker = { own: Secret } | { participant: number; secret: Secret }

/** What is done with the frames of a track. `participant`: whose they are, if another one sends them. */
export type Transform = { kind: string; participant?: number }
