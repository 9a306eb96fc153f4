/* The kernels of a back end for the boards that people play on and what lies between. Nine rows of nine fill three words of 32
 * bits, where the vectors have such words. */
#ifdef WORDS_OF_32
static constexpr gb_lanes_kernel of_9x9 = words_of_32::kernel<3, 10, 3>::describe(9, 9);
#else
static constexpr gb_lanes_kernel of_9x9 = words_of_64::kernel<2, 10, 6>::describe(9, 9);
#endif
static constexpr gb_lanes_kernel of_8x7 = words_of_64::kernel<1, 8>::describe(8, 7), of_12x9 = words_of_64::kernel<2, 10, 6>::describe(12, 9),
    of_9x13 = words_of_64::kernel<2, 14>::describe(9, 13), of_13x13 = words_of_64::kernel<3, 14>::describe(13, 13),
    of_16x15 = words_of_64::kernel<4, 16, 4>::describe(16, 15), of_19x19 = words_of_64::kernel<6, 20>::describe(19, 19),
    of_25x25 = words_of_64::kernel<11, 26>::describe(25, 25);
static constexpr const gb_lanes_kernel *kernels[] = {&of_8x7, &of_9x9, &of_12x9, &of_9x13, &of_13x13, &of_16x15, &of_19x19, &of_25x25, nullptr};
