import type { Scope } from '../../people/agents/scopes'
import type { Tool } from './tool'
import { listChannels, listTopics } from './tools/channels'
import { saveDraft } from './tools/drafts'
import { getFile, uploadFile } from './tools/files'
import { findPeople, getPerson, setStatus, whoami } from './tools/people'
import { getMessage, getMessages } from './tools/reading'
import { searchMessages } from './tools/searching'
import { cancelScheduled, listScheduled, scheduleMessage } from './tools/scheduling'
import { changeGroupMembers, createChannel, listGroups } from './tools/teams'
import { resolveTopic } from './tools/topics'
import { listUnreads, markRead } from './tools/unread'
import { waitForAnswer } from './tools/waiting'
import { editMessage, react, sendMessage } from './tools/writing'

/** All tools of agents, in the order in which clients see them. None changes settings, invites or deletes. */
export const TOOLS: readonly Tool[] = [
  whoami,
  listChannels,
  listTopics,
  getMessages,
  searchMessages,
  getMessage,
  waitForAnswer,
  listUnreads,
  findPeople,
  getPerson,
  listGroups,
  getFile,
  listScheduled,
  sendMessage,
  scheduleMessage,
  cancelScheduled,
  editMessage,
  react,
  markRead,
  saveDraft,
  uploadFile,
  resolveTopic,
  setStatus,
  createChannel,
  changeGroupMembers,
]

/** Returns the tools that these scopes allow. */
export const toolsFor = (scopes: readonly Scope[]): Tool[] => TOOLS.filter(({ scope }) => scopes.includes(scope))
