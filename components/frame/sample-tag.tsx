/** Says beside the name of the sample team that its data is invented. */
export const SampleTag = () => (
  <span className="inline-block rounded-[4px] bg-caution-wash px-1.5 text-small text-text">sample data</span>
)
