type Option = { label: string; input_type: 'check_string' | 'check_bool' }

const text = (label: string): Option => ({ label, input_type: 'check_string' })
const yes = (label: string): Option => ({ label, input_type: 'check_bool' })

/** The parameters of addresses that only some integrations read. */
export const OPTIONS = {
  branches: text('Only these branches, separated by commas'),
  ignore_private_repositories: yes('Leave out private repositories'),
  include_repository_name: yes('Begin each message with the repository'),
  use_merge_request_title: text('Title of the merge request in the topic: false leaves it out'),
  ignore_private_projects: yes('Leave out private projects'),
  mapping: text('channels: each channel of Slack has one here'),
  channels_map_to_topics: text('1: each channel of Slack is a topic; 0: a channel'),
  eu_region: yes('The account is in the EU region'),
  ignore_pull_requests: text('Builds of pull requests: false includes them'),
  name: text('Label or annotation for the topic'),
  desc: text('Label or annotation for the text'),
  url: text('Address of the server'),
  project: text('Name of the project'),
  resource: text('Name of the resource'),
  language: text('Code of the language'),
  event: text('Name of the event'),
  reviewed: text('Whether it was reviewed'),
  email: text('Email address of the user who gets the message'),
  payload: text('The body, if it is in the address'),
  ticket_id: text('Placeholder for the id of the ticket'),
  ticket_title: text('Placeholder for the title of the ticket'),
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof OPTIONS

/** Returns an option that data names. */
export const optionOf = (name: string): Option =>
  Object.entries(OPTIONS).find(([own]) => own === name)?.[1] ?? text(name)
