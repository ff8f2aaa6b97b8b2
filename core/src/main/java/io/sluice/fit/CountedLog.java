package io.sluice.fit;

import io.sluice.counts.EpisodeSource;
import java.util.Optional;

/** A log that was counted already. */
record CountedLog(LogData data, Optional<EpisodeSource> episodes) implements Log {}
