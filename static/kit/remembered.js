// @ts-check
// What is worked out for one thing is used again for the next one, as long as that makes no difference.

/**
 * @template Given, Result
 * @param {(given: Given) => Result} work_out
 * @param {(one: Given, other: Given) => boolean} [are_alike]  whether the same would come of both
 * @returns {(given: Given) => Result}
 */
export function remembered(work_out, are_alike = () => false) {
  /** @type {{ given: Given, result: Result } | null} */
  let last = null;
  return (given) => {
    if (last?.given !== given && !(last && are_alike(last.given, given))) last = { given, result: work_out(given) };
    return /** @type {{ result: Result }} */ (last).result;
  };
}
