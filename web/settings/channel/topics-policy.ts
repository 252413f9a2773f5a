const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const

/** Returns the policy that a control has; undefined if it is none. */
export const topicsPolicyFrom = (value: unknown) => TOPICS_POLICIES.find((policy) => policy === value)
