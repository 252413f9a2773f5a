-- Who acted on a message without having received it is asked of everyone at once, and few ever do.
CREATE INDEX historical_marks ON marks (chunk) WHERE flag = 'historical';
