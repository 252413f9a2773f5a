// The first tasks of an owner.

import { translated } from './translated'

export type TaskName = 'profile' | 'channels' | 'invitations' | 'integrations' | 'notifications'

export const taskWords = translated('taskWords', {
  title: 'First steps',
  text: 'Five steps prepare your organization. Each opens in the settings, and this list stays until you are done.',
  tasks: {
    profile: { name: 'Name and picture', text: 'So that people recognize the organization.' },
    channels: { name: 'Channels', text: 'One for each subject or team, and those in which new members begin.' },
    invitations: { name: 'Invitations', text: 'By email, or with a link for many people.' },
    integrations: { name: 'Integrations', text: 'Bots and services that write here, such as GitHub.' },
    notifications: { name: 'Notifications', text: 'Decide what interrupts you.' },
  } satisfies Record<TaskName, { name: string; text: string }>,
  done: 'Mark as done',
  isDone: '✓ Done',
  markDone: (name: string) => `Mark as done: ${name}`,
  hide: 'Hide',
  step: (at: number, all: number, name: string) => `Step ${at} of ${all}: ${name}`,
  next: 'Done, next step',
  finish: 'Done',
  newChannel: 'New channel',
})
